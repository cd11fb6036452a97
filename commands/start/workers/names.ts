/** The variable that names the private socket to the processes that the first one starts. */
export const SOCKET = 'CONTENT_DELIVERY_SOCKET';

/** Goes to a worker with a connection, and back when the worker has it. Without one it asks for a word, which comes after those on all before. */
export interface Given {
  connection?: number;
}
