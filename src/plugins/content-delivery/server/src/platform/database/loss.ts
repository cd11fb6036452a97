/** Of PostgreSQL beside classes 08 and 57P: too many connections. Of sockets, and of MariaDB. */
const LOST = new Set([
  '53300',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ER_CONNECTION_KILLED',
  'ER_CON_COUNT_ERROR',
  'ER_SERVER_SHUTDOWN',
  'PROTOCOL_CONNECTION_LOST',
]);

/** Drivers report some losses by words only. */
const WORDS =
  /connection (terminated|ended|is closed|lost)|not queryable|in closed state|server closed the connection|timeout expired/i;

const LOSS = Symbol.for('content-delivery.database-loss');

interface DriverError {
  code?: unknown;
  fatal?: unknown;
  severity?: unknown;
  message?: unknown;
}

/** True for an error of a statement that the connection did not survive. */
export const endsConnection = (error: unknown): boolean => {
  const { code, fatal, severity, message } = error as DriverError;
  return (
    fatal === true ||
    severity === 'FATAL' ||
    severity === 'PANIC' ||
    (typeof code === 'string' && (LOST.has(code) || /^(08...|57P..)$/.test(code))) ||
    WORDS.test(wordsOf(message))
  );
};

/** Marks an error as a lost database connection; codes alone are those of any connection. */
export const markLoss = (error: unknown): void => {
  if (typeof error === 'object' && error !== null) Object.defineProperty(error, LOSS, { value: true });
};

/** True for a marked error, and for one that is caused by such a one. */
export const isLoss = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false;
  return LOSS in error || isLoss((error as { cause?: unknown }).cause);
};

/** Knex puts the statement before the database's own words. */
const wordsOf = (message: unknown): string => String(message).split(' - ').pop() ?? '';

/** The database's own words in one line, without the statement. */
export const describeFailure = (error: unknown): string => {
  const { code, message } = error as DriverError;
  const words = wordsOf(message);
  return typeof code === 'string' && !words.includes(code) ? `${code}: ${words}` : words;
};
