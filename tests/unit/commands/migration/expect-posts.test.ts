import { expectPosts } from '../../../../commands/shared/migration/expect-posts';
import { createReport } from '../../../../src/plugins/content-delivery/server/src/migration/report';

describe('a source of nothing', () => {
  it('is refused before a website is made, with what was wrong with its entries', () => {
    const error = jest.spyOn(console, 'error').mockImplementation();
    const log = jest.spyOn(console, 'log').mockImplementation();
    try {
      const report = createReport();
      report.leftOut({ kind: 'post', where: 'line 1' }, 'It is no object.', 'Nothing.');
      expect(() => expectPosts(1, report)).not.toThrow();
      expect(error).not.toHaveBeenCalled();
      expect(() => expectPosts(0, report)).toThrow(/Nothing of it becomes a post, so nothing was done/);
      expect(error.mock.calls.flat().join('\n')).toContain('line 1: It is no object.');
    } finally {
      error.mockRestore();
      log.mockRestore();
    }
  });
});
