import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    // Also where a component uses no rune: one in the old mode would bring what that needs into the bundle.
    runes: true,
    // By what a style says and not by where its file lies, so that the bundle is the same wherever it is built.
    cssHash: ({ css, hash }) => `s${hash(css)}`,
  },
};
