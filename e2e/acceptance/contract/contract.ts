import { createSubject } from '../subject.ts';
import { articles } from './articles.ts';
import { audit } from './audit.ts';
import { commandLine } from './command-line.ts';
import { documentLife } from './document-life.ts';
import { filters } from './filters.ts';
import { mcpTools } from './mcp-tools.ts';
import { namesAndGrants } from './names-and-grants.ts';
import { oauth } from './oauth.ts';
import { openai } from './openai.ts';
import { openaiAnswers } from './openai-answers.ts';
import { openapi } from './openapi.ts';
import { ranking } from './ranking.ts';
import { refusals } from './refusals.ts';
import { repeats } from './repeats.ts';
import { storedAnswers } from './stored-answers.ts';
import { traces } from './traces.ts';
import { weights } from './weights.ts';
import { createWorld } from './world.ts';

/** What the contract promises every client, sentence by sentence. */
export const contract = createSubject({
  name: 'contract',
  createWorld,
  clauses: [
    ...repeats,
    ...weights,
    ...filters,
    ...documentLife,
    ...articles,
    ...ranking,
    ...namesAndGrants,
    ...refusals,
    ...audit,
    ...storedAnswers,
    ...traces,
    ...mcpTools,
    ...oauth,
    ...openai,
    ...openaiAnswers,
    ...openapi,
    ...commandLine,
  ],
});
