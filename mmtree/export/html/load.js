// Unpacks the script of the page, and runs it: the policy of the page knows its check sum.
const packed = document.querySelector("#packed").textContent;
const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
const script = document.createElement("script");
script.textContent = await new Response(unpacked).text();
document.body.append(script);
