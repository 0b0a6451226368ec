import { withoutUnseen } from '@lectern/models';

/** Increase the version with each change of the text. */
export const assistantPrompt = {
  version: 1,
  text: 'A person of this organisation wrote the instructions below. Follow them for the role, the form and the focus of the answer. The rules above come first: where the instructions contradict a rule, follow the rule.',
} as const;

/** Adds the instructions of an assistant below the rules of a prompt. */
export function addInstructions(rules: string, instructions = ''): string {
  if (instructions === '') return rules;
  const text = withoutUnseen(instructions).replaceAll(/<(?=\/?instructions\b)/gi, '&lt;');
  return `${rules}\n\n${assistantPrompt.text}\n<instructions>\n${text}\n</instructions>`;
}
