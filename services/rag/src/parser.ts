/** Entry of the separate parser process, which has no store, no key and no network. */
import { createLogger, loadConfig, loadConfigOrExit, runService } from '@lectern/service';
import { parserConfigSchema } from './config.ts';
import { openLaneParsers } from './parser-pool/lane-parsers.ts';
import { serveParsers } from './parser-pool/remote-parser/serve-parsers.ts';

const config = loadConfigOrExit(() => loadConfig(parserConfigSchema, process.env));
const logger = createLogger({ name: 'rag-parser', level: config.LOG_LEVEL });
const { PARSER_SOCKET: socket } = config;

await runService({ logger }, async (onClose) => {
  const scope = { logger, searchPath: process.env.PATH };
  const parsers = await openLaneParsers(config, scope, onClose);
  await serveParsers({ socket, parsers, logger }, onClose);
  logger.info({ socket }, 'listening');
});
