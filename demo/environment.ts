/**
 * What a Strapi that is measured or photographed is started with: production, quiet, and nothing leaves.
 * @param database a file of SQLite, or the address of a database on a server
 */
export const strapiEnvironment = (database: string): Record<string, string> => ({
  NODE_ENV: 'production',
  // A line for every request would cost Strapi's own side, which writes one for each, more than ours.
  LOG_LEVEL: 'error',
  HOST: '127.0.0.1',
  PUBLIC_URL: 'https://cms.example.com',
  ...(isAddress(database)
    ? { DATABASE_URL: database }
    : { DATABASE_CLIENT: 'sqlite', DATABASE_FILENAME: database }),
  DELIVERY_CACHE_MB: '256',
  STRAPI_TELEMETRY_DISABLED: 'true',
  STRAPI_DISABLE_UPDATE_NOTIFICATION: 'true',
  APP_KEYS: 'benchmark-1,benchmark-2',
  ADMIN_JWT_SECRET: 'benchmark',
  API_TOKEN_SALT: 'benchmark',
  TRANSFER_TOKEN_SALT: 'benchmark',
  ENCRYPTION_KEY: 'benchmark',
  JWT_SECRET: 'benchmark',
});

export const isAddress = (database: string): boolean => database.includes('://');
