/** For a menu of many rows: by itself it is four of them high. */
export const LONG_MENU = { maxHeight: '60vh', overflow: 'auto' } as const;
