import { createHash } from 'node:crypto';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Builds one document with inline script and style and a policy that allows only these. */
function singleDocument(): Plugin {
  return {
    name: 'single-document',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const outputs = Object.values(bundle);
      const [entry, another] = outputs.filter((output) => output.type === 'chunk');
      if (!entry || another) throw new Error('The document needs exactly one script.');
      const style = textOf(outputs, '.css');
      const code = entry.code.replaceAll('</script', '<\\/script');
      const policy = [
        "default-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        `script-src ${hashOf(code)}`,
        `style-src ${hashOf(style)}`,
      ].join('; ');
      const document = textOf(outputs, '.html')
        .replace(/<(script|link)[^>]*(src|href)="[^"]*"[^>]*>(<\/script>)?\s*/g, '')
        .replace(
          '</head>',
          () =>
            `<meta http-equiv="Content-Security-Policy" content="${policy}" />\n<style>${style}</style>\n</head>`,
        )
        .replace('</body>', () => `<script type="module">${code}</script>\n</body>`);
      for (const name of Object.keys(bundle)) delete bundle[name];
      this.emitFile({ type: 'asset', fileName: 'mcp-app.html', source: document });
    },
  };
}

function textOf(outputs: Rolldown.OutputBundle[string][], ending: string): string {
  const found = outputs.find(({ fileName }) => fileName.endsWith(ending));
  return found?.type === 'asset' ? String(found.source) : '';
}

/** The evidence view for clients with MCP Apps, which services/mcp serves as a resource. */
export default defineConfig({
  plugins: [react(), singleDocument()],
  publicDir: false,
  build: {
    target: 'es2023',
    // For older targets, light-dark() is rewritten and ignores the client's colour scheme.
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: { input: 'mcp-app.html', output: { codeSplitting: false } },
  },
});
