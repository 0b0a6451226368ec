import { execFile } from 'node:child_process';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const repositoryFolder = fileURLToPath(new URL('../..', import.meta.url));
const upTimeoutSeconds = 300;

export type Scale = Readonly<Record<string, number>>;

/** One running container of a service. */
export interface Container {
  readonly id: string;
  readonly service: string;
}

export interface ContainerState {
  readonly restarts: number;
  readonly isHealthy: boolean;
}

export interface EndedContainer {
  readonly name: string;
  readonly service: string;
  readonly exitCode: number;
}

/** The part of a container's inspection that the checks use. */
export interface ContainerFacts {
  readonly Config: { readonly Env: readonly string[] };
  readonly HostConfig: {
    readonly Memory: number;
    readonly Privileged: boolean;
    readonly CapAdd: readonly string[] | null;
    readonly SecurityOpt: readonly string[] | null;
  };
  readonly NetworkSettings: {
    readonly Ports: Readonly<Record<string, readonly { HostIp: string }[] | null>>;
  };
}

export interface ComposeOptions {
  /** Compose's name for this installation: volumes and containers carry it. */
  readonly project: string;
  /** Where the gateway is published on 127.0.0.1: a port, or `first-last` for several gateways. */
  readonly port: number | string;
  /** Further compose files. */
  readonly files?: readonly string[];
  /** Where docker-compose.yml is: this repository, when not given. */
  readonly folder?: string;
  /** Settings, as an operator's `.env` would give them. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface OnceOptions {
  readonly input?: string;
  readonly output?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

interface ListedContainer {
  readonly ID: string;
  readonly Name: string;
  readonly Service: string;
  readonly ExitCode: number;
}

/** The suite as `docker compose` runs it. */
export class Compose {
  readonly #options: ComposeOptions;

  constructor(options: ComposeOptions) {
    this.#options = options;
  }

  /** Returns the same installation with further settings. */
  with(settings: Readonly<Record<string, string>>): Compose {
    return new Compose({ ...this.#options, settings: { ...this.#options.settings, ...settings } });
  }

  /** All images, the client's too: `run` would take one that was built from other sources. */
  async build(): Promise<void> {
    await this.#compose('--profile', 'cli', 'build');
  }

  /** Starts what is not running and waits until everything is healthy. */
  async up(scale: Scale = {}): Promise<void> {
    const scales = Object.entries(scale).flatMap(([service, n]) => ['--scale', `${service}=${n}`]);
    await this.#compose(
      'up',
      '--detach',
      '--wait',
      `--wait-timeout=${upTimeoutSeconds}`,
      ...scales,
    );
  }

  /** Asks everything to end, within each service's grace period. */
  async stop(): Promise<void> {
    await this.#compose('stop');
  }

  async restart(service: string): Promise<void> {
    await this.#compose('restart', service);
  }

  /** Removes a store's container and the volume of the same name, as a lost disk would. */
  async loseVolume(service: string): Promise<void> {
    await this.#compose('rm', '--stop', '--force', service);
    await this.#docker('volume', 'rm', `${this.#options.project}_${service}`);
  }

  /** Runs the command line client in its container and gives what it prints. */
  async runClient(apiKey: string, ...parameters: readonly string[]): Promise<string> {
    const run = ['--profile', 'cli', 'run', '--rm', '-T', '-e', 'LECTERN_API_KEY', 'cli'];
    const environment = { LECTERN_API_KEY: apiKey };
    const command = ['compose', ...run, ...parameters];
    return (await this.#run('docker', command, environment)).stdout;
  }

  /**
   * Removes containers, networks and every volume. An engine that forgot an endpoint of a container
   * that was killed keeps the empty network until it starts anew (moby/moby#42119): that one may stay,
   * and is taken again.
   */
  async remove(): Promise<void> {
    try {
      await this.#compose('down', '--volumes', '--timeout', '20');
    } catch (error) {
      if (!String(error).includes('has active endpoints')) throw error;
      const left = await this.#compose('ps', '--all', '--quiet');
      if (left.stdout.trim() !== '') throw error;
    }
  }

  /** Imports the site where no suite has run, and starts it. */
  async importSite(file: string): Promise<void> {
    await this.runOnce('transfer', ['import'], { input: file });
    await this.runOnce('init', ['node', 'src/main.ts', 'adopt-secrets'], { input: file });
    await this.#compose('up', '--detach', '--wait');
  }

  /** Runs a command in a new container of the service, with a file as its input or its output. */
  async runOnce(
    service: string,
    command: readonly string[],
    { input = '/dev/null', output = '', environment = {} }: OnceOptions = {},
  ): Promise<{ readonly stdout: string; readonly stderr: string }> {
    const names = Object.keys(environment).flatMap((name) => ['-e', name]);
    const docker = ['docker', 'compose', 'run', '--rm', '-T', ...names, service, ...command];
    const script = `"$@" <"$INPUT"${output && ' >"$OUTPUT"'}`;
    const files = { INPUT: input, OUTPUT: output };
    return this.#run('sh', ['-c', script, 'sh', ...docker], { ...environment, ...files });
  }

  async listContainers(...services: readonly string[]): Promise<Container[]> {
    return (await this.#list(...services)).map(({ ID, Service }) => ({ id: ID, service: Service }));
  }

  /** Containers that do not run. */
  async listEnded(): Promise<EndedContainer[]> {
    const containers = await this.#list('--all', '--status', 'exited');
    return containers.map(({ Name, Service, ExitCode }) => ({
      name: Name,
      service: Service,
      exitCode: ExitCode,
    }));
  }

  async readLogs(service: string): Promise<readonly string[]> {
    const { stdout } = await this.#compose('logs', '--no-log-prefix', '--no-color', service);
    return stdout.split('\n').filter((line) => line !== '');
  }

  /** Runs a statement in the suite's database; returns one line per row. */
  async query(sql: string): Promise<readonly string[]> {
    const psql = ['psql', '-U', 'lectern', '-d', 'lectern', '-AtX', '-c', sql];
    const { stdout } = await this.#compose('exec', '-T', 'postgres', ...psql);
    return stdout.split('\n').filter((line) => line !== '');
  }

  /** Runs a script with Node in a service's container and gives what it prints. */
  async runScript(service: string, script: string, replica = 1): Promise<string> {
    const node = ['node', '--input-type=module', '--eval', script];
    const exec = ['exec', '-T', '--index', String(replica), service];
    return (await this.#compose(...exec, ...node)).stdout;
  }

  /**
   * Ends a container's process as a crash would, so that the restart policy has its part. Needs the
   * engine on this machine, and the right to end its processes.
   */
  async crash({ id }: Container): Promise<void> {
    process.kill(Number(await this.#inspect(id, '{{.State.Pid}}')), 'SIGKILL');
  }

  async readState({ id }: Container): Promise<ContainerState> {
    const format = '{{.RestartCount}} {{.State.Status}} {{.State.Health.Status}}';
    const [restarts, ...state] = (await this.#inspect(id, format)).split(' ');
    return { restarts: Number(restarts), isHealthy: state.join(' ') === 'running healthy' };
  }

  /** Memory that each container uses, with its limit, as the engine prints it. */
  async readMemory(): Promise<ReadonlyMap<string, string>> {
    const containers = await this.listContainers();
    const format = '{{.Name}}\t{{.MemUsage}}';
    const ids = containers.map(({ id }) => id);
    const { stdout } = await this.#docker('stats', '--no-stream', '--format', format, ...ids);
    const lines = stdout.trim().split('\n');
    return new Map(lines.map((line) => line.split('\t') as [string, string]));
  }

  async readFacts({ id }: Container): Promise<ContainerFacts> {
    return JSON.parse(await this.#inspect(id, '{{json .}}')) as ContainerFacts;
  }

  async #list(...parameters: readonly string[]): Promise<ListedContainer[]> {
    const { stdout } = await this.#compose('ps', '--format', 'json', ...parameters);
    return stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as ListedContainer);
  }

  async #inspect(id: string, format: string): Promise<string> {
    return (await this.#docker('inspect', '--format', format, id)).stdout.trim();
  }

  #compose(...parameters: readonly string[]) {
    return this.#docker('compose', ...parameters);
  }

  #docker(...parameters: readonly string[]) {
    return this.#run('docker', parameters);
  }

  #run(
    command: string,
    parameters: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ) {
    const { project, port, files = [], folder = repositoryFolder, settings = {} } = this.#options;
    return run(command, parameters, {
      cwd: folder,
      env: {
        ...process.env,
        COMPOSE_PROJECT_NAME: project,
        COMPOSE_FILE: ['docker-compose.yml', ...files].join(delimiter),
        COMPOSE_PROFILES: '',
        LECTERN_PORT: String(port),
        ...settings,
        ...environment,
      },
      maxBuffer: 64 * 1024 * 1024,
    });
  }
}
