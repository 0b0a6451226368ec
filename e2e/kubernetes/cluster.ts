import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryFolder } from '@lectern/local';

const execute = promisify(execFile);
const timeoutMs = 300_000;
const maxBytes = 64 * 1024 * 1024;

export const chart = join(repositoryFolder, 'deploy/helm/lectern');
export const trialValues = join(chart, 'values-trial.yaml');

/** Parts of a Kubernetes object that the checks read. */
export interface KubernetesObject {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly creationTimestamp?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  // biome-ignore lint/suspicious/noExplicitAny: each kind has its own.
  readonly spec?: any;
  // biome-ignore lint/suspicious/noExplicitAny: each kind has its own.
  readonly status?: any;
}

/** Runs Helm and kubectl on one cluster. */
export class Cluster {
  readonly #environment: NodeJS.ProcessEnv;

  constructor(kubeconfig: string) {
    this.#environment = { ...process.env, KUBECONFIG: kubeconfig };
  }

  /** @throws Error with what the program wrote to standard error. */
  async run(program: 'helm' | 'kubectl', parameters: readonly string[], input?: string) {
    const child = execute(program, parameters, {
      env: this.#environment,
      timeout: timeoutMs,
      maxBuffer: maxBytes,
    });
    // A program that ends before it has read everything explains itself by its exit code.
    child.child.stdin?.on('error', () => {});
    child.child.stdin?.end(input);
    try {
      return (await child).stdout;
    } catch (error) {
      const { stderr = '' } = error as { stderr?: string };
      const lines = stderr.split('\n').filter((line) => line && !line.startsWith('level=INFO'));
      throw new Error(lines.join('\n') || (error as Error).message);
    }
  }

  helm(...parameters: string[]) {
    return this.run('helm', parameters);
  }

  kubectl(...parameters: string[]) {
    return this.run('kubectl', parameters);
  }

  async list(namespace: string, kind: string): Promise<readonly KubernetesObject[]> {
    return JSON.parse(await this.kubectl('-n', namespace, 'get', kind, '-o', 'json')).items;
  }

  /** Returns the objects of the chart with these values. */
  async render(...parameters: string[]): Promise<readonly KubernetesObject[]> {
    const text = await this.helm('template', 'lectern', chart, ...parameters);
    const json = await this.run(
      'kubectl',
      ['create', '--dry-run=client', '--validate=false', '-o', 'json', '-f', '-'],
      text,
    );
    // One JSON document follows another.
    return JSON.parse(`[${json.replaceAll(/^\}\n\{/gm, '},{')}]`);
  }
}
