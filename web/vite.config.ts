import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const api = { target: 'http://127.0.0.1:3000', changeOrigin: false };

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Fonts and pictures stay files: the content security policy allows no data: addresses for them.
    assetsInlineLimit: 0,
  },
  server: { host: '127.0.0.1', port: 5173, strictPort: true, proxy: { '/api': api } },
  preview: { host: '127.0.0.1', proxy: { '/api': api } },
});
