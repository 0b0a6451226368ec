import type { Compose, ContainerFacts } from './compose.ts';

/** Services of this repository; they run without root, capabilities and a writable file system. */
const ours = ['gateway', 'llm-service', 'mcp-service', 'rag-service', 'rag-worker', 'rag-parser'];
const secretName = /(PASSWORD|SECRET|API_KEY|SECRET_KEY|ACCESS_KEY|SIGNING_KEY|ALLOWED_KEYS)=./;

/** Finds weaknesses that somebody on the machine's network, or in a container, could use. */
export async function findWeakContainers(compose: Compose): Promise<string[]> {
  const problems: string[] = [];
  const containers = await compose.listContainers();
  for (const container of containers) {
    const weak = [
      ...findWeakFacts(container.service, await compose.readFacts(container)),
      ...(ours.includes(container.service)
        ? await runList(compose, container.service, rightsScript)
        : []),
    ];
    problems.push(...weak.map((what) => `${container.service}: ${what}`));
  }
  return problems;
}

/** Ways into the stores without what only the suite knows. */
export async function findOpenStores(compose: Compose): Promise<string[]> {
  const problems = await runList(compose, 'rag-service', strangerScript);
  for (const service of ['gateway', 'llm-service', 'mcp-service']) {
    const reached = await runList(compose, service, reachScript);
    problems.push(...reached.map((what) => `${service}: ${what}`));
  }
  return problems;
}

function findWeakFacts(service: string, facts: ContainerFacts): string[] {
  const { Memory, Privileged, CapAdd, SecurityOpt } = facts.HostConfig;
  const published = Object.values(facts.NetworkSettings.Ports).flatMap(
    (bindings) => bindings ?? [],
  );
  const isOpen = published.some(({ HostIp }) => service !== 'gateway' || HostIp !== '127.0.0.1');
  const secrets = facts.Config.Env.filter((line) => secretName.test(line));
  return [
    ...(isOpen ? ['is published'] : []),
    ...(Memory > 0 ? [] : ['has no memory limit']),
    ...(Privileged || (ours.includes(service) && CapAdd?.length) ? ['has more rights'] : []),
    ...(SecurityOpt?.some((option) => option.startsWith('no-new-privileges'))
      ? []
      : ['may gain rights']),
    ...secrets.map((line) => `${line.split('=', 1)[0]} is in its environment`),
  ];
}

async function runList(compose: Compose, service: string, script: string): Promise<string[]> {
  return JSON.parse(await compose.runScript(service, script)) as string[];
}

/** Prints what the first process may do that it should not. */
const rightsScript = `
import { readFileSync, writeFileSync } from 'node:fs';
const status = readFileSync('/proc/1/status', 'utf8');
const read = (name) => new RegExp('^' + name + ':\\\\s+(\\\\S+)', 'm').exec(status)?.[1];
const problems = [];
if (!(Number(read('Uid')) > 0)) problems.push('runs as root');
if (!/^0+$/.test(read('CapEff') ?? '')) problems.push('has capabilities');
if (!/^0+$/.test(read('CapBnd') ?? '')) problems.push('may gain capabilities');
if (read('NoNewPrivs') !== '1') problems.push('may gain privileges');
for (const folder of ['/app', '/usr/local/bin', '/etc', '/var']) {
  try {
    writeFileSync(folder + '/probe', '');
    problems.push('can write to ' + folder);
  } catch (error) {
    if (error.code !== 'EROFS') problems.push(folder + ' is not read-only: ' + error.code);
  }
}
console.log(JSON.stringify(problems));
`;

/** Prints which store lets somebody in without a password, or with one that everybody tries. */
const strangerScript = `
import { connect } from 'node:net';
import pg from 'pg';
const problems = [];
const weaviate = await fetch('http://weaviate:8080/v1/schema');
if (weaviate.status !== 401) problems.push('weaviate answers ' + weaviate.status);
const redis = await new Promise((resolve, reject) => {
  const socket = connect(6379, 'redis', () => socket.write('PING\\r\\n'));
  socket.once('error', reject);
  socket.once('data', (data) => resolve(String(data)) ?? socket.destroy());
});
if (!redis.startsWith('-NOAUTH')) problems.push('redis answers ' + redis.trim());
for (const user of ['lectern', 'postgres', 'lectern_rag']) {
  for (const password of ['', user, 'lectern', 'postgres', 'password', 'changeme']) {
    const client = new pg.Client({ host: 'postgres', user, password, database: 'lectern' });
    await client.connect().then(
      () => problems.push('postgres lets ' + user + ' in with ' + password),
      () => {},
    );
    await client.end().catch(() => {});
  }
}
console.log(JSON.stringify(problems));
`;

/** Prints which store can be reached by a service that has nothing to do with it. */
const reachScript = `
import { lookup } from 'node:dns/promises';
const problems = [];
for (const store of ['redis', 'weaviate']) {
  await lookup(store).then(() => problems.push('can reach ' + store), () => {});
}
console.log(JSON.stringify(problems));
`;
