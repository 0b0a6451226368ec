import { Client } from 'pg';
import type { Logger } from '../logger.ts';
import type { OnClose } from '../run-service.ts';

export interface ChannelOptions {
  readonly url: string;
  readonly channel: string;
  readonly applicationName: string;
  readonly logger: Logger;
  readonly onMessage: (payload: string) => void;
  /** Called after each reconnect: messages may have been missed. */
  readonly onReconnect?: () => void;
}

const reconnectDelayMs = 1_000;

/** Runs LISTEN on its own connection and reconnects until it is closed. */
export async function listenToChannel(options: ChannelOptions, onClose: OnClose): Promise<void> {
  const { url, channel, applicationName, logger, onMessage, onReconnect } = options;
  let closed = false;
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const connect = async () => {
    const next = new Client({
      connectionString: url,
      application_name: applicationName,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    client = next;
    const onLost = () => {
      if (client === next) reconnectLater();
    };
    next.on('error', onLost);
    next.on('end', onLost);
    next.on('notification', (message) => onMessage(message.payload ?? ''));
    await next.connect();
    await next.query(`listen ${next.escapeIdentifier(channel)}`);
  };
  const reconnectLater = () => {
    if (!closed) timer ??= setTimeout(() => void reconnect(), reconnectDelayMs);
  };
  const reconnect = async () => {
    timer = undefined;
    try {
      await connect();
      onReconnect?.();
    } catch (error) {
      logger.warn({ err: error, channel }, 'listening was interrupted');
      client?.end().catch(() => undefined);
      reconnectLater();
    }
  };

  onClose(async () => {
    closed = true;
    clearTimeout(timer);
    await client?.end().catch(() => undefined);
  });
  await connect();
}
