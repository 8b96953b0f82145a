import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { licences } from "./licences";

// The bundle is part of the Python package, so that nobody needs node to play: service/summitbook_service/web/page.
const SERVICE = process.env.SUMMITBOOK_PAGE_PROXY ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [svelte(), licences()],
  build: {
    outDir: process.env.SUMMITBOOK_PAGE_OUT ?? "../../service/summitbook_service/web/page",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // a strict content security policy takes nothing inline
    modulePreload: { polyfill: false },
    rollupOptions: {
      // The auditor runs in node too and asks for these there; in a browser it never does.
      external: /^node:/,
      // Two parts, of which the second is loaded when somebody looks at a tournament: more of them would be larger together.
      output: { manualChunks: (id) => (/\/src\/(tournament\/|gen\/.*\/tournament)/.test(id) ? "tournament" : "index") },
    },
  },
  server: { proxy: { "^/summitbook\\.v1\\.": SERVICE } },
});
