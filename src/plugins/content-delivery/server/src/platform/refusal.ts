/** A stack trace does not help an operator who starts a server; the message does. */
export const refusal = (message: string): Error => {
  const error = new Error(message);
  error.stack = message;
  return error;
};

/** True for an error that is said by its message alone. */
export const isRefusal = ({ stack, message }: Error): boolean => stack === message;
