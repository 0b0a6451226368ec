import './http/request.ts';

export * from './config.ts';
export * from './database/listen-to-channel.ts';
export * from './database/open-pool.ts';
export * from './http/create-http-app.ts';
export * from './http/deadline.ts';
export * from './http/handle-error.ts';
export * from './http/listen.ts';
export * from './http/sse.ts';
export * from './http/validate.ts';
export * from './identity/require-principal.ts';
export * from './identity/signing-keys.ts';
export * from './identity/tokens.ts';
export * from './logger.ts';
export * from './run-service.ts';
export * from './telemetry/metrics.ts';
export * from './telemetry/start-tracing.ts';
export * from './telemetry/tracing.ts';
