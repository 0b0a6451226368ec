import { setTimeout as delay } from 'node:timers/promises';
import type { ChatResponse } from '@lectern/contracts';
import type { AcceptanceCase, Finding } from '../define-cases.ts';
import { found } from '../define-cases.ts';
import { type AgentWorld, outsideQuestion, type Person } from './world.ts';

const call = 'POST /api/chat/mcp {"mode": "agent"}';
const maxWaitMs = 90_000;

async function until<Value>(read: () => Promise<Value | undefined> | Value | undefined) {
  const end = performance.now() + maxWaitMs;
  while (performance.now() < end) {
    const value = await read();
    if (value !== undefined) return value;
    await delay(200);
  }
  throw new Error(`not within ${maxWaitMs / 1_000} s`);
}

const ask = (person: Person, message: string) =>
  person.api.request('POST', '/api/chat/mcp', { json: { message, mode: 'agent' } });

interface Interrupted {
  /** Ends once the outside server was called, or later. */
  readonly begin: () => Promise<unknown>;
  readonly whileDown?: () => Promise<unknown>;
}

/** Kills llm while a tool is called, and waits until the turn that it left has ended. */
async function killInTurn(
  { suite, pool, outside, gate }: AgentWorld,
  person: Person,
  { begin, whileDown }: Interrupted,
): Promise<{ readonly status: string; readonly error_code: string; readonly callsAfter: number }> {
  const before = outside.calls.length;
  gate.close();
  try {
    const asking = begin().catch(() => undefined);
    await until(() => (outside.calls.length > before ? true : undefined));
    await suite.processes.llm.kill();
    await whileDown?.();
    await asking;
  } finally {
    gate.open();
  }
  await suite.processes.llm.whenRunning();
  const turn = await until(async () => {
    const { rows } = await pool.query(
      'select status, error_code from llm.turns where user_id = $1 order by created_at desc limit 1',
      [person.id],
    );
    return rows[0]?.status === 'running' ? undefined : rows[0];
  });
  return { ...turn, callsAfter: outside.calls.length - before - 1 };
}

/** Asks for what is not read-only; gives what approves it, as the person in the page. */
async function askForApproval(person: Person) {
  const { body } = await ask(person, 'Cancel the magazine subscription of customer 12');
  const path = `/api/conversations/${body.conversation_id}/approvals/${body.approval?.id}`;
  const approve = async () => {
    const response = await fetch(`${person.api.url}${path}`, {
      method: 'POST',
      headers: { ...person.session, 'content-type': 'application/json' },
      body: '{"decision": "approve"}',
    });
    return (await response.json()) as ChatResponse;
  };
  return { path, tool: body.approval?.tool, approve };
}

/** Requirement D at a running suite: turns of the agent over an outside server, one after the other. */
export const turns: readonly AcceptanceCase<AgentWorld>[] = [
  {
    name: 'a tool that is not read-only waits for its person, and is called once',
    async ask(world): Promise<Finding> {
      const person = await world.addPerson();
      const before = world.outside.calls.length;
      const { path, tool, approve } = await askForApproval(person);
      const early = world.outside.calls.length - before;
      const answers = [(await approve()).answer, (await approve()).answer];
      const calls = world.outside.calls.length - before;
      const holds =
        early === 0 && calls === 1 && answers.every((text) => text?.includes('Hamburg'));
      return found(path, { tool, early, calls, answers }, holds);
    },
  },
  {
    name: 'llm killed in mid-turn: the next process goes on to the answer',
    async ask(world): Promise<Finding> {
      const person = await world.addPerson();
      const begin = () => ask(person, outsideQuestion);
      const result = await killInTurn(world, person, { begin });
      return found(`${call}, kill -9 of llm`, result, result.status === 'done');
    },
  },
  {
    name: 'llm killed while it calls what a person approved: it is not called a second time',
    async ask(world): Promise<Finding> {
      const person = await world.addPerson();
      const { path, approve } = await askForApproval(person);
      const result = await killInTurn(world, person, { begin: approve });
      const holds = result.status === 'done' && result.callsAfter === 0;
      return found(`${path}, kill -9 of llm`, result, holds);
    },
  },
  {
    name: 'llm killed in mid-turn and its person disabled: the turn fails, nothing is called',
    async ask(world): Promise<Finding> {
      const person = await world.addPerson();
      const result = await killInTurn(world, person, {
        begin: () => ask(person, outsideQuestion),
        whileDown: () =>
          world.pool.query('update auth."user" set banned = true where id = $1', [person.id]),
      });
      const holds = result.status === 'failed' && result.callsAfter === 0;
      return found(`${call}, kill -9 of llm, person disabled`, result, holds);
    },
  },
];
