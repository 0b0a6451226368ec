import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { hostileBodies } from './hostile-bodies.ts';
import { hostilePaths } from './hostile-paths.ts';
import { type HostileRoute, hostileCallers } from './hostile-routes.ts';
import { sendHostile } from './send-hostile.ts';

/** Task of an attacking thread, which answers with an {@link AttackResult}. */
export interface AttackOrder {
  readonly port: number;
  readonly routes: readonly HostileRoute[];
  /** Only cases whose number leaves `part` when divided by `of`. */
  readonly share: { readonly part: number; readonly of: number };
  /** Requests that begin in a second, at most. */
  readonly perSecond: number;
}

export interface AttackResult {
  readonly count: number;
  /** How often each status was answered; 0 stands for none. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Each with its request, in words. */
  readonly problems: readonly string[];
}

const maxOpen = 24;
const maxDripping = 80;
const dripForMs = 2_000;

function* listCases({ routes, share }: AttackOrder) {
  const paths = { plain: (path: string) => path, ...hostilePaths };
  let number = 0;
  for (const route of routes) {
    for (const caller of hostileCallers) {
      for (const [pathName, toPath] of Object.entries(paths)) {
        for (const [bodyName, toBody] of Object.entries(hostileBodies)) {
          number += 1;
          if (number % share.of !== share.part) continue;
          const headers = Object.entries(route.headers[caller]).map(
            ([name, value]) => `${name}: ${value}`,
          );
          yield {
            name: `${route.method} ${route.path} ${pathName}, body ${bodyName}, ${caller}`,
            method: route.method,
            path: toPath(route.path),
            headers,
            body: toBody(route.body),
          };
        }
      }
    }
  }
}

async function attack(order: AttackOrder): Promise<AttackResult> {
  const { port, perSecond } = order;
  const statuses: Record<string, number> = {};
  const problems: string[] = [];
  const open = { dripping: new Set<Promise<void>>(), other: new Set<Promise<void>>() };
  const started = performance.now();
  let count = 0;
  for (const { name, ...request } of listCases(order)) {
    const isDripping = request.body.drip !== undefined;
    const [lane, most] = isDripping ? [open.dripping, maxDripping] : [open.other, maxOpen];
    while (lane.size >= most) await Promise.race(lane);
    const aheadMs = started + (count * 1_000) / perSecond - performance.now();
    if (aheadMs > 5) await delay(aheadMs);
    count += 1;
    const sending = sendHostile({ ...request, port, dripForMs }).then((status) => {
      lane.delete(sending);
      statuses[status] = (statuses[status] ?? 0) + 1;
      const mayGoUnanswered = isDripping || request.body.breaksOff;
      if (status >= 500) problems.push(`${name}: ${status}`);
      if (status === 0 && !mayGoUnanswered) problems.push(`${name}: no answer`);
    });
    lane.add(sending);
  }
  await Promise.all([...open.dripping, ...open.other]);
  return { count, statuses, problems };
}

parentPort?.postMessage(await attack(workerData as AttackOrder));
