// Runs the script on its standard input in MicroPython: node run.mjs FOLDER HEAP
// The files of the folder can be imported; the heap is so many bytes large, and grows if it must.
import fs from "node:fs";
import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";

const [folder, heap] = process.argv.slice(2);
const python = await loadMicroPython({
  heapsize: Number(heap),
  stdout: (line) => fs.writeSync(1, `${line}\n`),
});
for (const name of fs.readdirSync(folder)) {
  python.FS.writeFile(`/${name}`, fs.readFileSync(`${folder}/${name}`));
}
python.runPython(fs.readFileSync(0, "utf8"));
