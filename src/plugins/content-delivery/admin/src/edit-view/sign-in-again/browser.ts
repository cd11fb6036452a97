/** Where Strapi keeps the access token of those who stay signed in. */
const TOKEN = 'jwtToken';
const DEVICE = 'strapi.admin.deviceId';

export const staysSignedIn = (): boolean => localStorage.getItem(TOKEN) !== null;

/** What Strapi calls this browser in its sessions. */
export const deviceId = (): string | null => localStorage.getItem(DEVICE);
