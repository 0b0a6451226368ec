/** Values that the chart must refuse, each with a part of the message that names the mistake. */
export interface WrongValues {
  readonly name: string;
  readonly values: object;
  readonly message: string;
}

const processes = (values: object) => ({ processes: { rag: values } });

export const wrongValues: readonly WrongValues[] = [
  {
    name: 'an unknown value',
    values: { replicas: 3 },
    message: "additional properties 'replicas' not allowed",
  },
  {
    name: 'a misspelt setting',
    values: { settings: { EMBEDING_MODEL: 'e5' } },
    message: "'/settings': additional properties 'EMBEDING_MODEL' not allowed",
  },
  {
    name: 'a secret among the settings',
    values: { settings: { MODEL_API_KEY: 'x' } },
    message: "additional properties 'MODEL_API_KEY' not allowed",
  },
  {
    name: 'a choice that does not exist',
    values: { settings: { EMBEDDING_PROVIDER: 'openia' } },
    message: "'/settings/EMBEDDING_PROVIDER': value must be one of 'static', 'openai', 'onnx'",
  },
  {
    name: 'a number out of range',
    values: { settings: { WORKER_CONCURRENCY: 1000 } },
    message: "'/settings/WORKER_CONCURRENCY': maximum: got 1,000, want 64",
  },
  {
    name: 'a count that is a text',
    values: processes({ replicas: 'two' }),
    message: "'/processes/rag/replicas': got string, want integer",
  },
  {
    name: 'a process that does not exist',
    values: { processes: { parser: { replicas: 2 } } },
    message: "'/processes': additional properties 'parser' not allowed",
  },
  {
    name: 'an address without a scheme',
    values: { publicUrl: 'docs.example.org' },
    message: "'/publicUrl': 'docs.example.org' does not match pattern",
  },
  {
    name: 'a digest that is a tag',
    values: { image: { digests: { rag: '0.2.0' } } },
    message: "'/image/digests/rag': '0.2.0' does not match pattern",
  },
  {
    name: 'an optional secret that does not exist',
    values: { secrets: { optional: ['SMTP_PASSWORD'] } },
    message: "'/secrets/optional/0': value must be one of",
  },
  {
    name: 'no public address',
    values: { publicUrl: '' },
    message: 'publicUrl: is needed, for example https://docs.example.org',
  },
  {
    name: 'no place for originals',
    values: { settings: { S3_BUCKET: '' } },
    message: 'settings.S3_BUCKET: is needed, or blobs.existingClaim',
  },
  {
    name: 'a key without its secret',
    values: { settings: { AWS_ACCESS_KEY_ID: 'lectern' } },
    message: 'settings.AWS_ACCESS_KEY_ID: goes with AWS_SECRET_ACCESS_KEY in secrets.optional',
  },
  {
    name: 'fewer replicas at most than at least',
    values: processes({ autoscaling: { enabled: true, minReplicas: 4, maxReplicas: 2 } }),
    message: 'processes.rag.autoscaling.minReplicas: must not exceed maxReplicas',
  },
  {
    name: 'a backup for a key of another program',
    values: { backup: { recipient: 'ssh-ed25519 AAAA' } },
    message: "'/backup/recipient': 'ssh-ed25519 AAAA' does not match pattern",
  },
  {
    name: 'two ways to scale workers',
    values: {
      keda: { enabled: true, prometheusUrl: 'http://prometheus:9090' },
      processes: { worker: { autoscaling: { enabled: true } } },
    },
    message: 'keda.enabled: excludes processes.worker.autoscaling.enabled',
  },
];
