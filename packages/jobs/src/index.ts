export * from './backends/postgres-jobs.ts';
export * from './backends/redis-jobs.ts';
export * from './job-backend.ts';
export * from './job-definition.ts';
export * from './outbox/start-outbox-relay.ts';
export * from './outbox/write-to-outbox.ts';
