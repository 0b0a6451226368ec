import { AppError } from '@lectern/contracts';
import { validate } from '@lectern/service';
import {
  type GetPromptResult,
  type ListPromptsResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { languages } from '../calls/languages.ts';
import { assertFirstPage } from '../server/first-page.ts';
import { citedAnswerPrompt } from './cited-answer-prompt.ts';
import { citedOverviewPrompt } from './cited-overview-prompt.ts';
import type { Prompt } from './prompt.ts';

const maxTextLength = 2_000;
const languageArgument = {
  name: 'language',
  description: 'en (default) or ru: the language of the answer. Язык ответа.',
};

const allPrompts: readonly Prompt[] = [citedAnswerPrompt, citedOverviewPrompt];

const listed: ListPromptsResult = {
  prompts: allPrompts.map(({ name, title, description, argument }) => ({
    name,
    title,
    description,
    arguments: [{ ...argument, required: true }, languageArgument],
  })),
};

/** Mounts the prompts for cited answers. */
export function mountPrompts(server: Server): void {
  server.setRequestHandler('prompts/list', ({ params }) => {
    assertFirstPage(params);
    return listed;
  });
  server.setRequestHandler('prompts/get', ({ params }) => {
    const prompt = allPrompts.find(({ name }) => name === params.name);
    if (!prompt) throw refuse(`There is no prompt ${params.name}.`, 'name');
    return writePrompt(prompt, params.arguments);
  });
}

function writePrompt(prompt: Prompt, given: unknown): GetPromptResult {
  const { argument, description, write } = prompt;
  const schema = z.strictObject({
    [argument.name]: z.string().trim().min(1).max(maxTextLength),
    language: z.enum(languages).default('en'),
  });
  try {
    const { language, [argument.name]: text } = validate(schema, given ?? {});
    return {
      description,
      messages: [
        {
          role: 'user',
          content: { type: 'text', text: write[language as keyof typeof write](String(text)) },
        },
      ],
    };
  } catch (error) {
    if (error instanceof AppError) throw refuse(error.message, error.details?.field);
    throw error;
  }
}

function refuse(message: string, field: string | undefined): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, { field });
}
