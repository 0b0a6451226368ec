import type { Texts } from '../i18n/texts.ts';

/** Returns the name of a service as people know it. */
export function nameService(name: string, texts: Texts['operations']): string {
  return name === 'rag' || name === 'llm' || name === 'mcp' ? texts[name] : name;
}
