import { existsSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";

const FILES = ["LICENSE", "LICENSE.md", "license"];

interface Manifest {
  name: string;
  version: string;
  license: string;
}

/** Writes `third-party.txt`: whose code the bundle carries, and under which licences. */
export function licences(): Plugin {
  return {
    name: "licences",
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((each) => (each.type === "chunk" ? Object.keys(each.modules) : []));
      const folders = new Set(modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id) ?? []));
      this.emitFile({ type: "asset", fileName: "third-party.txt", source: [...folders].sort().map(notice).join("\n\n") });
    },
  };
}

function notice(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8")) as Manifest;
  const file = FILES.map((each) => `${folder}/${each}`).find((each) => existsSync(each));
  return `${name} ${version} (${license})\n\n${file ? readFileSync(file, "utf8") : ""}`;
}
