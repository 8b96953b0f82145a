import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
  preprocess: vitePreprocess(),
  // By what a style says and not by where its file lies, so that the bundle is the same wherever it is built.
  compilerOptions: { cssHash: ({ css, hash }) => `s${hash(css)}` },
};
