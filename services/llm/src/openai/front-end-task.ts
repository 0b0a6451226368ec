import { toTitle } from '../conversations/title.ts';

/** An auxiliary task of a chat program: a title, tags or follow-ups of a conversation. */
export interface FrontEndTask {
  /** Prompt for a model that follows instructions. */
  readonly prompt: string;
  /** Reply without such a model. */
  readonly fallback: string;
}

export interface SaidMessage {
  readonly role: string;
  readonly text: string;
}

const openWebUi = /^\s*### Task:[\s\S]*### Output:([\s\S]*?)(?:###|<chat_history>|$)/;
const titlePrompt =
  /^\s*(?:please )?(?:provide|generate|write|create)\b[^\n]{0,160}\btitle\b[^\n]{0,160}\b(?:conversation|chat)\b/i;
const titleRules = /\b(?:generate|write|create) an? (?:short|concise|brief)[^.\n]{0,60}\btitle\b/i;

/**
 * Recognises an auxiliary task by the prompt templates of Open WebUI, LibreChat and the AI SDK.
 * Such a task needs no search.
 */
export function readFrontEndTask(messages: readonly SaidMessage[]): FrontEndTask | undefined {
  const said = messages.filter(({ role }) => role === 'user' || role === 'assistant');
  const rules = messages.filter(({ role }) => role === 'system' || role === 'developer');
  const [only] = said;
  if (said.length !== 1 || !only) return undefined;
  const [, output] = openWebUi.exec(only.text) ?? [];
  if (output !== undefined) {
    const fallback = writeFallback(output, only.text);
    return fallback === undefined ? undefined : { prompt: only.text, fallback };
  }
  const rule = rules.find(({ text }) => titleRules.test(text));
  if (rule) return { prompt: `${rule.text}\n\n${only.text}`, fallback: toTitle(only.text) };
  if (!titlePrompt.test(only.text)) return undefined;
  return { prompt: only.text, fallback: toTitle(firstOf(only.text) ?? only.text) };
}

/** Returns the reply in the JSON form that the prompt requests; undefined for an unknown form. */
function writeFallback(output: string, prompt: string): string | undefined {
  const [, key] = /"(\w+)"\s*:/.exec(output) ?? [];
  const lastQuestion = linesOf(prompt, 'user').at(-1) ?? '';
  switch (key) {
    case 'title':
      return JSON.stringify({ title: toTitle(firstOf(prompt) ?? '') });
    case 'tags':
      return JSON.stringify({ tags: ['General'] });
    case 'follow_ups':
      return JSON.stringify({ follow_ups: [] });
    case 'queries':
      return JSON.stringify({ queries: lastQuestion === '' ? [] : [lastQuestion] });
    case 'prompt':
      return JSON.stringify({ prompt: lastQuestion });
    case 'text':
      return JSON.stringify({ text: '' });
    default:
      return undefined;
  }
}

function firstOf(prompt: string): string | undefined {
  return linesOf(prompt, 'user')[0];
}

/** Returns a speaker's lines in a conversation that is written out line by line. */
function linesOf(prompt: string, role: string): string[] {
  const lines = prompt.split('\n').map((line) => /^\s*(\w+):\s+(.+)$/.exec(line));
  return lines.flatMap((line) =>
    line?.[1]?.toLowerCase() === role && line[2] ? [line[2].trim()] : [],
  );
}
