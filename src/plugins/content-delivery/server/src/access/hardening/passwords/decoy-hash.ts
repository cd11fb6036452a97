/** A hash of the cost of Strapi's accounts that no password belongs to: the salt and the hash are both dots. */
export const DECOY_HASH = `$2a$10$${'.'.repeat(53)}`;
