import type { Me, SuiteHealth } from '@lectern/contracts';
import { z } from 'zod';
import type { Connection } from '../connection/connection.ts';
import { examineKnowledge } from './examine-knowledge.ts';
import { type Finding, fail, ok, warn } from './finding.ts';
import { type Read, readCaller, readDetails, readHealth } from './suite-state.ts';
import { readWaitingDocuments } from './waiting-documents.ts';

/** Looks at every part that can be reached through the gateway. Never throws. */
export async function examineSuite(
  connection: Connection,
  ownVersion: string,
): Promise<readonly Finding[]> {
  const health = await readHealth(connection);
  if ('problem' in health) {
    return [fail('gateway', `${connection.url} cannot be reached: ${health.problem}`)];
  }
  const [caller, details] = await Promise.all([readCaller(connection), readDetails(connection)]);
  const services = 'value' in details ? details.value.services : health.value.services;
  return [
    examineGateway(connection.url, health.value, ownVersion),
    examineDatabase(health.value),
    examineCaller(caller),
    ...Object.entries(services).map(([name, service]) =>
      examineService(name, service, health.value.version),
    ),
    ...examineModel(services.llm),
    ...('value' in details
      ? await examineIndexAndQueue(connection, services.rag)
      : [warn('details', `Index and queue were not looked at: ${details.problem}`)]),
  ];
}

async function examineIndexAndQueue(
  connection: Connection,
  rag: SuiteHealth['services'][string] | undefined,
): Promise<Finding[]> {
  try {
    return examineKnowledge(rag, await readWaitingDocuments(connection));
  } catch (error) {
    return [fail('queue', error instanceof Error ? error.message : String(error))];
  }
}

const modelSchema = z.looseObject({
  model: z.looseObject({ problem: z.string().nullable(), message: z.string() }),
});

/** Returns the finding about the language model; none for the built-in one or without an admin's key. */
function examineModel(llm: SuiteHealth['services'][string] | undefined): Finding[] {
  const facts = modelSchema.safeParse(llm);
  if (!facts.success) return [];
  const { problem, message } = facts.data.model;
  return [problem ? fail('model', message) : ok('model', message)];
}

function examineGateway(url: string, { version }: SuiteHealth, ownVersion: string): Finding {
  if (version === ownVersion) return ok('gateway', `${url}, version ${version}`);
  return warn('gateway', `version ${version}, but this command is ${ownVersion}`);
}

function examineDatabase({ database }: SuiteHealth): Finding {
  if (database === 'ok') return ok('database', 'answers');
  return fail('database', 'PostgreSQL cannot be reached; nobody can sign in');
}

function examineCaller(caller: Read<Me>): Finding {
  if ('problem' in caller) return fail('key', caller.problem);
  const { user, organisation, role } = caller.value;
  return ok('key', `${user.email}, ${role} of ${organisation.name}`);
}

function examineService(
  name: string,
  { status, version }: SuiteHealth['services'][string],
  suiteVersion: string,
): Finding {
  if (status === 'unavailable') return fail(name, 'does not answer, or cannot work');
  if (status === 'degraded') return warn(name, `works in part (version ${version})`);
  if (version !== suiteVersion) return warn(name, `version ${version}, gateway ${suiteVersion}`);
  return ok(name, `version ${version}`);
}
