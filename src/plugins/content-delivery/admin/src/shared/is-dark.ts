/** Whether a color such as `#212134` is dark; the panel's own theme does not say of itself. */
export const isDark = (color: string): boolean => /^#[0-7]/.test(color);
