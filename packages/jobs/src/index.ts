export * from './backends/bullmq-backend.ts';
export * from './job-backend.ts';
export * from './job-definition.ts';
export * from './outbox/start-outbox-relay.ts';
export * from './outbox/write-to-outbox.ts';
