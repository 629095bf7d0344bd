import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

/** `npm run dev` (scripts/dev.mjs) passes the API's address. */
const proxy = { '/api': `http://127.0.0.1:${process.env['API_PORT'] ?? 3000}` };

/** The modules around a list's table, and the texts of the history that its rows open, which forms do not need. */
const NOT_OF_FORMS =
  /[\\/]src[\\/](list[\\/](ListPage|ListTools|ViewTabs|ListRows|FilterBar|FilterSelect|Pager|ColumnChooser|Views|SelectionBar|selection|DeleteQuestion|useListQuery|keys|chosenColumns)|audit[\\/]Changes|audit(Words|Actions))\./;

/** The summaries of calls describe the API to its readers; no screen shows them. */
const SUMMARY = /^ *summary:\s*(['"`])(?:\\.|(?!\1)[^\\])*\1,$/gm;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    {
      name: 'without-summaries',
      enforce: 'pre',
      apply: 'build',
      transform: { filter: { id: /[\\/]contract[\\/]src[\\/]/ }, handler: (code) => code.replaceAll(SUMMARY, '') },
    },
    react(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'sw.js',
      // main.tsx registers it: an inline script would break the content security policy.
      injectRegister: false,
      injectManifest: { globPatterns: ['**/*.{js,css,html,svg,png,woff2}'] },
      manifest: {
        name: 'Aapurti vendor portal',
        short_name: 'Aapurti',
        description: 'Catalogue, prices, invoices and deliveries of vendors with their buyer.',
        lang: 'en-IN',
        id: '/',
        start_url: '/dashboard',
        display: 'standalone',
        theme_color: '#2f46a6',
        background_color: '#ffffff',
        icons: [
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      },
    }),
  ],
  build: {
    modulePreload: {
      // The first script would name every file that a screen preloads. It leaves out the small shared ones, which a screen imports itself.
      resolveDependencies: (_url, files, { hostId }) =>
        /\bindex-/.test(hostId) ? files.filter((file) => file.endsWith('.css') || !/\bshared-/.test(file)) : files,
    },
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    // Fonts and pictures stay files: the content security policy allows no data: addresses for them.
    assetsInlineLimit: 0,
    // e2e/budget.spec.ts limits what screens load.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        // Few files, because each costs a slow connection a round trip, and a browser requests at most six at a time from one server. Code
        // for every screen is one file, code for the first screen another, the frame of signed-in users a third, and code that many of
        // their screens share a fourth.
        codeSplitting: {
          groups: [
            { name: 'index', tags: ['$initial'], priority: 5 },
            { name: 'first', test: /[\\/](GuestFrame|LoginPage)\.tsx$/, priority: 4 },
            { name: 'shell', test: /[\\/]shell[\\/]Shell\.tsx$/, priority: 3 },
            { name: 'common', test: (id) => !NOT_OF_FORMS.test(id), minShareCount: 40, priority: 2 },
            { name: 'small', maxModuleSize: 1500, minShareCount: 4, priority: 1.5 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 200, priority: 1 },
          ],
        },
      },
    },
  },
  server: { strictPort: true, proxy },
});
