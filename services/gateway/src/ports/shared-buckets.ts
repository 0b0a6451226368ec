export interface Lease {
  /** Whole tokens taken out of the bucket, none when it is empty. */
  readonly granted: number;
  /** Tokens left in it. */
  readonly left: number;
}

/** Token buckets that all processes share. */
export interface SharedBuckets {
  /** Takes up to `wanted` tokens out of a bucket that fills, and holds, `perMinute`. */
  lease(key: string, wanted: number, perMinute: number): Promise<Lease>;
}
