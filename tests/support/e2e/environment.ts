import { TestEnvironment } from 'jest-environment-node';

/** Told of a failure while the page is still as it was then. */
export interface FailureListener {
  onTestFailure?: (test: string) => Promise<void>;
}

interface TestEvent {
  name: string;
  test?: { name: string };
}

/** Tells the test file which test has failed before its clean-up runs; Jest itself does not report it inside. */
export default class EndToEndEnvironment extends TestEnvironment {
  async handleTestEvent({ name, test }: TestEvent): Promise<void> {
    if (name !== 'test_fn_failure' && name !== 'hook_failure') return;
    await (this.global as FailureListener).onTestFailure?.(test?.name ?? 'hook');
  }
}
