import { readFile, writeFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import type { ModelMessage } from '@lectern/models';
import { createPassage } from '../../test/create-passage.ts';
import { numberDocuments } from '../numbered-source.ts';
import {
  addInstructions,
  agentPrompts,
  answerPrompt,
  assistantPrompt,
  buildAnswerPrompt,
  buildFollowUpPrompt,
  buildSearchPrompt,
  buildSummaryPrompt,
  followUpPrompt,
  noAnswerTool,
  replySchema,
  researchPrompts,
  searchPrompt,
  summaryPrompt,
  titlePrompt,
} from './index.ts';

const question = 'And how wide is it?';
const history = [{ question: 'How tall is the tower?', answer: 'It is 330 metres tall [1].' }];
const sources = numberDocuments([createPassage('c', 'The tower is 125 metres wide.')]);
const instructions = 'Answer like a guide.';

const show = (messages: readonly ModelMessage[]) =>
  messages.map(({ role, content }) => `[${role}]\n${content}`).join('\n\n');
const answer = { question, sources, history };

const prompts: Readonly<Record<string, string>> = {
  [`answer ${answerPrompt.version}`]: show(buildAnswerPrompt(answer)),
  [`answer ${answerPrompt.version}, structured reply`]: replySchema.instructions ?? '',
  [`answer ${answerPrompt.version}, refusal by a tool`]: noAnswerTool.description,
  [`answer ${answerPrompt.version} with assistant ${assistantPrompt.version}`]: show(
    buildAnswerPrompt({ ...answer, history: [], instructions }),
  ),
  [`search ${searchPrompt.version}, by calls`]: show(buildSearchPrompt('call', question, history)),
  [`search ${searchPrompt.version}, as a text`]: show(
    buildSearchPrompt('write', question, history),
  ),
  [`search ${searchPrompt.version}, structured reply`]: searchPrompt.reply,
  [`agent ${agentPrompts.version}, routing query`]: agentPrompts.routing_query_prompt,
  [`agent ${agentPrompts.version}, choice of a server`]: agentPrompts.routing_response_prompt,
  [`agent ${agentPrompts.version}, orchestrator`]: agentPrompts.mcp_orchestrator_prompt,
  [`agent ${agentPrompts.version} with assistant ${assistantPrompt.version}`]: addInstructions(
    agentPrompts.mcp_orchestrator_prompt,
    instructions,
  ),
  [`research ${researchPrompts.version}, frame`]: researchPrompts.frame('2026-11-28'),
  [`research ${researchPrompts.version}, statements by a call`]: researchPrompts.statements(
    10,
    true,
  ),
  [`research ${researchPrompts.version}, statements as JSON`]: researchPrompts.statements(
    10,
    false,
  ),
  [`summary ${summaryPrompt.version}`]: show(buildSummaryPrompt(sources, 'de')),
  [`follow-up ${followUpPrompt.version}`]: show(
    history.flatMap((exchange) => buildFollowUpPrompt(exchange)),
  ),
  [`title ${titlePrompt.version}`]: titlePrompt.text,
};

it('sends the prompts that prompts.txt shows', async () => {
  const file = new URL('prompts.txt', import.meta.url);
  const shown = Object.entries(prompts).map(([name, text]) => `===== ${name} =====\n\n${text}\n`);
  // UPDATE_PROMPTS=1 writes the file after a change of a prompt and of its version.
  if (process.env.UPDATE_PROMPTS) await writeFile(file, shown.join('\n'));
  expect(shown.join('\n')).toBe(await readFile(file, 'utf8'));
});
