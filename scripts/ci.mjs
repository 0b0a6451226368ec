// CI runs every suite; the last line counts all their checks.
import { installBrowser } from './install-browser.mjs';
import { runSuites } from './run-suites.mjs';

process.exitCode = await runSuites([
  { name: 'test', command: ['npm', 'test'], timeoutMinutes: 20, isByFile: true },
  { name: 'suite', command: ['npm', 'test', '--', '--suite'], timeoutMinutes: 12 },
  {
    name: 'browser',
    command: ['npm', 'run', 'e2e', '--', 'browser'],
    byNames: ['--groups'],
    timeoutMinutes: 25,
    skipReason: installBrowser(),
  },
  // It measures how long others wait, so nothing runs beside it.
  { name: 'hostile', command: ['npm', 'run', 'e2e', '--', 'hostile'], timeoutMinutes: 14 },
  // These mostly wait for processes that start again or time out.
  [
    [
      { name: 'faults', command: ['npm', 'run', 'e2e', '--', 'faults'], timeoutMinutes: 12 },
      { name: 'licences', command: ['npm', 'run', 'sbom'], timeoutMinutes: 3, isOneCheck: true },
    ],
    [
      {
        name: 'faults on real stores',
        command: ['npm', 'run', 'e2e', '--', 'faults', '--stores', 'real', '--documents', '40'],
        timeoutMinutes: 8,
        needs: ['FAULTS_REDIS_SERVER', 'FAULTS_WEAVIATE_SERVER'],
      },
    ],
    [
      { name: 'demo', command: ['npm', 'run', 'demo'], timeoutMinutes: 8 },
      {
        name: 'weaviate',
        command: ['npm', 'test', '--', 'packages/retrieval/src/index/weaviate'],
        timeoutMinutes: 6,
        needs: ['WEAVIATE_URL'],
      },
      {
        name: 'redis',
        command: ['npm', 'test', '--', 'packages/jobs/src/backends/redis-jobs'],
        timeoutMinutes: 4,
        needs: ['REDIS_URL'],
      },
      {
        name: 's3',
        command: ['npm', 'test', '--', 'packages/blobs/src/s3-blobs'],
        timeoutMinutes: 4,
        needs: ['S3_ENDPOINT'],
      },
      {
        name: 'demo on real stores',
        command: ['npm', 'run', 'demo'],
        timeoutMinutes: 6,
        needs: ['WEAVIATE_URL', 'REDIS_URL', 'S3_ENDPOINT'],
      },
    ],
  ],
  {
    name: 'demo with a model',
    command: ['npm', 'run', 'demo'],
    timeoutMinutes: 15,
    needs: ['LECTERN_CI_MODEL_URL'],
    environment: { MODEL_PROVIDER: 'openai', MODEL_BASE_URL: process.env.LECTERN_CI_MODEL_URL },
  },
]);
