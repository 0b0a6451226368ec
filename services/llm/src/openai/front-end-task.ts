import { toTitle } from '../conversations/title.ts';

/** A chore of a chat program: a title, tags, follow-ups or the like of a conversation. */
export interface FrontEndTask {
  /** What a model that follows instructions is asked. */
  readonly prompt: string;
  /** What is answered without such a model. */
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
 * The chore that a request is, if it is one: the prompts of Open WebUI, LibreChat and the AI SDK's
 * templates. Nothing is searched for it.
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

/** By the JSON that the prompt asks for; undefined for one that is not known. */
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

/** What somebody said in a conversation that is written out line by line. */
function linesOf(prompt: string, role: string): string[] {
  const lines = prompt.split('\n').map((line) => /^\s*(\w+):\s+(.+)$/.exec(line));
  return lines.flatMap((line) =>
    line?.[1]?.toLowerCase() === role && line[2] ? [line[2].trim()] : [],
  );
}
