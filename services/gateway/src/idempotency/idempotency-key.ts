/** 1 to 255 visible ASCII characters without spaces. */
export const idempotencyKeyPattern = /^[!-~]{1,255}$/;
