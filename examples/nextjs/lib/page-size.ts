/** How many posts a list shows at once. */
export const PAGE_SIZE = 24;
