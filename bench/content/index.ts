/** Makes databases, in a separate process that ends when they are made. */
import { copyFile } from 'node:fs/promises';
import { serveCommands } from '../child';
import { insertPosts } from './posts';
import { createTemplate, type Template } from './template';

export interface Copy {
  from: string;
  to: string;
}

export interface Filling {
  database: string;
  posts: number;
  template: Template;
}

serveCommands({
  template: (root: string) => createTemplate(root),

  copy: ({ from, to }: Copy) => copyFile(from, to),

  async fill({ database, posts, template }: Filling) {
    let next = 0;
    await insertPosts(database, template, posts, (done) => {
      if (posts < 10_000 || done < next) return;
      next = done + posts / 10;
      console.log(`  ${done} of ${posts} posts`);
    });
  },
});
