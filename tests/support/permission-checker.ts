/**
 * The part of a Strapi that says what a user may do with entries: for units that ask the content manager's checker.
 * @param checkerOf what it says of a type
 */
export const withChecker = (checkerOf: (uid: string) => object) => ({
  plugin: () => ({ service: () => ({ create: ({ model }: { model: string }) => checkerOf(model) }) }),
});
