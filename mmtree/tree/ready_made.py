"""Finds the ready-made trees that come with mmtree: by name, as ``knuth-4p6c``, and by digest.

They are in the installed package or, in a checkout, in its folder trees/. A copy of the package
without them has none.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from functools import cache

ENDING = ".mmtree"
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def names() -> tuple[str, ...]:
    """Return the names, in the order of trees/MANIFEST."""
    return tuple(_paths())


def path(name: str) -> str | None:
    """Return the file of the ready-made tree of that name, or None."""
    return _paths().get(name)


def certificate(name: str) -> str | None:
    """Return the certificate of the ready-made tree of that name, with or without ``.proof``."""
    place = path(name.removesuffix(".proof"))
    found = place and f"{place.removesuffix(ENDING)}.proof"
    return found if found and os.path.isfile(found) else None


def nearest(name: str) -> str | None:
    """Return the name of the most similar ready-made tree, or None.

    Its numbers must be the same: ``knuth-5p8c`` does not mean ``knuth-4p6c``.
    """
    from difflib import get_close_matches

    stem = name.removesuffix(ENDING).lower()
    if stem != name and path(stem):
        return stem
    if not _plain(name):
        return None
    numbers = re.findall(r"\d+", stem)
    similar = [tree for tree in names() if not numbers or re.findall(r"\d+", tree) == numbers]
    longer = [tree for tree in similar if tree.startswith(f"{stem}-")]
    return next(iter(longer or get_close_matches(stem, similar, n=1)), None)


def describe_missing(name: str) -> str | None:
    """Return the message for a name that is neither a file nor a ready-made tree.

    It is None if the name has a folder or suffix and is similar to no ready-made tree: then it can
    only mean a file.
    """
    if place := path(name):
        return f"no such file: {place}"  # the installation lacks it
    near = nearest(name)
    if not _plain(name):
        return near and f"no file called {name}: did you mean the ready-made tree {near!r}?"
    if not names():
        return f"no file called {name}, and this copy of mmtree has no ready-made trees"
    hint = f": did you mean {near!r}?" if near else ". `mmtree trees` lists them"
    return f"no file or ready-made tree called {name}{hint}"


def _plain(name: str) -> bool:
    """Return whether a name has neither folder nor suffix."""
    return bool(name) and not os.path.dirname(name) and not os.path.splitext(name)[1]


@cache
def _paths() -> dict[str, str]:
    """Return the file of each name."""
    for above in (_PACKAGE, os.path.dirname(_PACKAGE)):
        trees = os.path.join(above, "trees")
        manifest = os.path.join(trees, "MANIFEST")
        with suppress(OSError, ValueError), open(manifest, encoding="utf-8") as file:
            head, *rows = (line.split("\t") for line in file)
            if head[:2] == ["sha256", "file"]:
                return {row[1].removesuffix(ENDING): os.path.join(trees, row[1]) for row in rows}
    return {}


CERTIFIED = frozenset(
    (
        "99c11988dcb3ba981973b221d7c787bc93e10e476f3c2a0b088f45982f7f4301",
        "52508d8fa676b642dcb178bffd89d908fcb0e3944299283b3a440648c5577e1e",
        "b0addf90eb8b16135540303f21c60288eea1d23cf81887e0bad0f778f639c010",
        "70104189756b4951a172f3f62cd8dbdf053a12e1ab50ad650de9a1487890fc0d",
        "f50fde09ded140689841f44db4cdc4d8451722f7e3ec51c27125c9e3b872ff71",
        "72168ef2605405a28673dce5b1dee70fee192cb249aac561499d77ded9d6be13",
        "0d581f78f42b1bd08a8ab18dc45b372105049214a5c625b1cab5a90381b68d58",
        "826485a0162ac1779bafd1f763f4fcdb3377c12165633681d1a58568710df223",
        "eee0c23260ea3eabbfee2ead0a0f323c776b67ae9523e393b670577983777449",
        "0696beb136107edf328eccae0dcaf801c9e674c8925c4296edb132606748eb9c",
        "a2886d8ea2a0fc0a6766bc3267ec6b2cebd50d812088dda6059eb3fdc41b4eb6",
        "0b39676f550ace374eff3d1e88953e84f6d6ee969b7fd6884b3c7b1ce5725f96",
        "4a91f96736be3324582e1e96973f618c274b44f879ddb43ab9fdb4803a356261",
        "aa438052e6a11582cc5f73ee317108b3d850236a2425997574490fa9d76067eb",
        "a0fc2cfc045502612efd44a0491c6297b049f1d74d21c329579e85fea325b5d5",
        "79633712750e9be0f915a65ff242f3f5d2e3fc137a5d3953edd62a5f7c695e82",
        "9d7f7aa67157680e548326657348fea78097e416711a0eaec037b47667c89698",
        "f8ba24683a3935ba74214b84fe8ffa3503fe496330efa4262fd8486e1e7303e3",
        "21e53678ade39eb9232847efe12a3e7d3740888c6914ef484e219419060f11de",
        "c1ccd09a944f8d5af3ad02fdf93e102dd3f9d777d164ee47c110a9611eec3838",
        "b79505a780db0f1ded7095137cd59060b5bd3d3cd37994ffa4e8d9c7732514f7",
        "139191cf468554e97669907865bf5882d25868e66a9989c557d35cb07b1883ed",
        "06d2e7c4f288e26d417d0b4ca31b5d178ff0ca47c375cefeed736663c9f8b7d1",
        "ec47c28e11d9514dc01ff256186e5150b60882d4228bae279991da6579fd0aa4",
        "76783ae8bdbf0e20214229f484108ff9b25a095d0f175d9664ff4e6424bd531b",
        "64d55d0d4475c1ba5f17bcd68c5ef71609123e2e66a57b9f03685f27d9368c3b",
        "922a25f7a79d1490b8380cd1b4d7b7cdd4683042ac5ce76096dd484cefb49aaf",
        "4e1a60a8824f3890e3090bc993dc7052f575fe18a55ffb3db2b4b1a674afea66",
        "e77aa7df9d46f8584a2e5ed34411e036515db942b387a9ac8ceeadff640b8d1b",
        "25a2b73c45d07d518984f3f3b777ed09125920ceb2830ceb09e6dda52c0ac143",
        "b39f5925d2820bdfe5a75f038e55850ebb8a7a3d01e92c51068f4c7871d1677f",
        "cf5f024cc4ffb7d01ea6568244bd43b041b1b150612c37a614a301d150a5d6a2",
        "228104de3fb81ef8ef0b8d2f01f6ae8c2f2b65623d4945df1e0b5cd1b8d2dff5",
        "53bdac8f4d2e79af3618b23455ac87ef2dd65f70164f03c10535633745ab25a6",
    )
)
"""The SHA-256 of the trees whose proof has a certificate that the tests check.

The order is that of trees/MANIFEST, which names the file of each; a test compares the two."""

READY_MADE = CERTIFIED | frozenset(
    (
        "506ca0fa9fa5749787b7ca1d7a6ade5ad048123e3e078cc96231b337eb643063",
        "0a4373df4ae667b1074a82581538eb6c8f5767b61446c9195973251fe3a3dcae",
        "5952bf6414c76040bd208581b4797ca741848224521982b56542e5eb9dc93f00",
        "7f95d12d5bc4ef7bc24295269195b5655437a1964e673cb0334203a35ac8dfa9",
        "84cd63e973c0935874502b73a9fbee8e1db9f2de5c149c19cb46895140f15ceb",
        "68de8c8b5811ab57419f07c10d55e180ea5036e18bde960fade1f60fba12485a",
        "4d6d90e3b188fdec623fbdbd5c3130cf75fd9fdd0202bcd097d1035f63d3693f",
        "7c60c3eb89ea16cc8e0231415e4214515eaf413e027c51e4b6ab3d2bbfbc5dd2",
        "275ee292082805aff31a71341429ff2bf47e540bf10336c2ddda3a457510c280",
        "c29f15c3cdc89cdfac0f13e0fcfb43cd301178ad2a01ea3d38094fab65b35627",
        "74a833ee97ad4de1d077c7f02b6448db9b819ffaa16c8b2281b45a480f52fed6",
        "00d3a67b33ea0a84f3908b7439747bb23e1961a69ac400d8b6580f2e4486e067",
        "36751030da9d052f8adbef3cd1e7298f1c973188117ef4d8fc911743991b7d8a",
        "922a14137f2a6cd844cc504a24448595282f736ebe9871a98c482915917dcece",
        "5273409e520853d3e981747a9d9915b1bb52a9de39dd8849fa2b1bb6c7321bda",
        "c36f8a68ceeb4f6cfb707ce269dbc2b68c946ab1f0a6970368fee3cda9f57aec",
        "acb130d74bd782b30785f04e9f6e30feb649db01d423c2f7fe7afdd73b1a1509",
        "67089a85f7e8fb008fefbc93f56c06c494ef15cb2a3cbe033d0b119893bd46ca",
        "d8ca2b12362d63429abb2b66e0be804c390a0e46bbbd8329dca36b7e9f4e19da",
        "daef2cf60086f9dbb9adb7858de36f8ccb26d0c53cf33183386929ba1fc3eaec",
        "62178a25192cc95e1fc500ae885beb35bf02c044e726631454eec13ea23aad52",
        "528b20c794fd457817ecca28f53c2522d690a84297114e798f8e97a072725404",
        "67a42b61d0778d8c945af4c91c6deb662782b71be34a392f2e65a5144a996fc4",
        "b8147356497c7a8181efd25d501896c668b9d75a3e4b42431f9e812019681b57",
        "d097e4ef5f39a5bc459a23726b8e83ebb349768c9226fb9623ce2cd37bb2e190",
    )
)
"""The SHA-256 of all ready-made trees."""
