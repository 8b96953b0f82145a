import { existsSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";

const FILES = ["LICENSE", "LICENSE.md", "license"];
/** Under this licence are packages that bring no text of it, only a notice at the head of each of their files. */
const APACHE = "Apache License";
const APACHE_TEXT = new URL("./licences/Apache-2.0.txt", import.meta.url);
const RULE = `\n\n${"-".repeat(80)}\n\n`;

interface Manifest {
  name: string;
  version: string;
  license: string;
}

/** Writes `third-party.txt`: whose code the bundle carries, with its notices and the text of each licence. */
export function licences(): Plugin {
  return {
    name: "licences",
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((each) => (each.type === "chunk" ? Object.keys(each.modules) : []));
      const folders = [...new Set(modules.flatMap((id) => folderOf(id) ?? []))].sort();
      const notices = folders.map((folder) => notice(folder, modules.filter((id) => folderOf(id) === folder)));
      const source = [...notices, readFileSync(APACHE_TEXT, "utf8").trim()].join(RULE) + "\n";
      this.emitFile({ type: "asset", fileName: "third-party.txt", source });
    },
  };
}

/** The folder of the package that a module is from, if it is not ours. Vite brings modules of its own. */
function folderOf(id: string): string | undefined {
  if (id.startsWith("\0vite/")) return "node_modules/vite";
  return /^.*\/(node_modules\/(?:@[^/]+\/)?[^/]+)(?=\/)/.exec(id)?.[1];
}

function notice(folder: string, modules: string[]): string {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8")) as Manifest;
  const file = FILES.map((each) => `${folder}/${each}`).find((each) => existsSync(each));
  const text = file ? ownPart(readFileSync(file, "utf8")) : heads(modules);
  if (!file && !text.includes(APACHE)) throw new Error(`${name} has no licence that could be told; see licences.ts`);
  return `${name} ${version}, ${license.replace(/^\(|\)$/g, "")}\n\n${text.trim()}`;
}

/** Of a licence file what is about the package itself: what Vite bundles is not in our bundle. */
const ownPart = (text: string): string => text.split("# Licenses of bundled dependencies")[0];

/** The different notices at the head of these modules. */
function heads(modules: string[]): string {
  const found = modules.map((id) => /^(?:\/\/.*\n)+/.exec(readFileSync(id, "utf8"))?.[0] ?? "");
  const plain = found.filter((head) => head.includes("Copyright")).map((head) => head.replace(/^\/\/ ?/gm, ""));
  return [...new Set(plain)].sort().join("\n");
}
