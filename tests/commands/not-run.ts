/** Commands of the docs, and scripts, that the lane does not run, and why. */
export const NOT_RUN: readonly { shown: RegExp; why: string }[] = [
  { shown: /^docker /, why: 'Docker: npm run check:container takes the steps of the Dockerfile without it' },
  { shown: /^npm ci(?: && npm test)?$/, why: 'the gate installs a fresh clone, and runs npm test' },
  { shown: /^npm ci --omit=dev$/, why: 'a part of the image, whose steps npm run check:container takes' },
  { shown: /^npm run$/, why: 'any script' },
  { shown: /^npm run postinstall$/, why: 'npm ci runs it' },
  { shown: /^npm run prestart$/, why: 'npm start runs it' },
  { shown: /^npx strapi start$/, why: 'the lane nodes runs it' },
  {
    shown:
      /^(?:[A-Z_]+=\S+ )?(?:npx jest |npm run test:|npm test$|npm run (?:lint|typecheck|check:container|audit)$)/,
    why: 'another lane, or a part of the gate',
  },
  {
    shown:
      /^(?:apt-get|chgrp|chmod|chown|chrt|useradd|install|systemctl|journalctl) |^nginx -t && systemctl |^certbot |^rm \/etc\/|^mkdir -p \/var\//,
    why: 'changes the machine, or needs its administrator',
  },
  { shown: /^ssh |^curl https:\/\/cms\.example\.com\//, why: 'asks a machine of the reader' },
  {
    shown: /^(?:aws|rclone|restic) |\| age /,
    why: 'programs and services of others; a pipe into gpg is run',
  },
  { shown: /^npx (?:--yes http-server|lighthouse@\d+) /, why: 'programs of others, which npx would fetch' },
  {
    shown: /^strapi (?:admin:create-user|develop|export|import|transfer)$/,
    why: "Strapi's own, named where a page says what they do or do not do; npm run develop is run",
  },
  { shown: /^npm run \w+ -- --\w+ …$/, why: 'leaves to the reader what is shown in full elsewhere' },
  { shown: /^node --max-http-header-size$/, why: 'an option of Node without a program' },
];
