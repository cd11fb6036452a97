export const PUBLIC_URL = 'https://cms.example.com';

/** The variables that every server of the tests is started with, beside those of its database. */
export const ENVIRONMENT = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'error',
  STRAPI_TELEMETRY_DISABLED: 'true',
  APP_KEYS: 'first-app-key-of-the-tests,second-app-key-of-the-tests',
  ADMIN_JWT_SECRET: 'test-admin-jwt-secret',
  API_TOKEN_SALT: 'test-api-token-salt',
  TRANSFER_TOKEN_SALT: 'test-transfer-token-salt',
  ENCRYPTION_KEY: 'test-encryption-key',
  PUBLIC_URL,
};
