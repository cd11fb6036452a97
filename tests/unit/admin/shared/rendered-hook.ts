// Their types are those of a browser, which tests do not have.
const React = jest.requireActual<{
  act(work: () => Promise<void>): Promise<void>;
  createElement(type: unknown, props: object): unknown;
}>('react');
const { createRoot } = jest.requireActual<{
  createRoot(place: unknown): { render(element: unknown): void; unmount(): void };
}>('react-dom/client');
const browser = globalThis as unknown as {
  document: { createElement(name: string): unknown };
  IS_REACT_ACT_ENVIRONMENT: boolean;
};

/** Runs something that makes React render again, and waits until it has. */
export const act = (work: () => unknown): Promise<void> => React.act(async () => void (await work()));

/** A hook in a component of its own; for tests in jsdom. */
export const renderHook = <Given, Returned>(hook: (given: Given) => Returned) => {
  browser.IS_REACT_ACT_ENVIRONMENT = true;
  const root = createRoot(browser.document.createElement('div'));
  let latest: Returned | undefined;
  const Component = ({ given }: { given: Given }) => {
    latest = hook(given);
    return null;
  };
  return {
    /** @returns what the hook returned last */
    latest: (): Returned => latest as Returned,
    render: (given: Given): Promise<void> =>
      act(() => root.render(React.createElement(Component, { given }))),
    unmount: (): Promise<void> => act(() => root.unmount()),
  };
};
