import type { Core } from '@strapi/strapi';

/** The plugin's own defaults, but for registration, which they open to everybody. */
const ADVANCED_SETTINGS = {
  unique_email: true,
  allow_register: false,
  email_confirmation: false,
  email_reset_password: null,
  email_confirmation_redirection: null,
  default_role: 'authenticated',
};

/**
 * Registration is closed until an administrator opens it: users-permissions makes its settings at its first start, and
 * finds these. Settings that are there already, also of a project that had the plugin before, are left alone.
 */
export const closeRegistration = (strapi: Core.Strapi): void => {
  // Behind the tables and before the bootstrap of any plugin.
  strapi.hook('strapi::content-types.afterSync').register(async () => {
    const settings = strapi.store({ type: 'plugin', name: 'users-permissions', key: 'advanced' });
    if (!(await settings.get({}))) await settings.set({ value: ADVANCED_SETTINGS });
  });
};
