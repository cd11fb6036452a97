'use strict';

// The server part is TypeScript and is compiled with the project, into dist.
module.exports = require('../../../dist/src/plugins/content-delivery/server/src').default;
