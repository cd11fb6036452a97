/** A stack trace does not help an operator who starts a server; the message does. */
export const refusal = (message: string): Error => {
  const error = new Error(message);
  error.stack = message;
  return error;
};
