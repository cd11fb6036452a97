# Varnish 7.1 or later, with the modules of varnish-modules, as a cache in front of the delivery routes.
#
# varnishd -f /etc/varnish/content-delivery.vcl -s malloc,256m \
#   -a public=:6081 -a purges=127.0.0.1:6082
#
# Purges are taken on the socket "purges" only: who can reach it can empty the cache. The server needs
#
#   DELIVERY_CACHE_TAGS=xkey
#   TRUSTED_PROXIES=127.0.0.1         (where Varnish asks from)
#   PURGE_ALLOWED_NETWORKS=127.0.0.1  (where it takes purges)
#
# and the website a purge target of the kind "varnish" with the address http://127.0.0.1:6082/.
vcl 4.1;

import xkey;

# The server; with several instances, nginx in front of them.
backend content_delivery {
  .host = "127.0.0.1";
  .port = "1337";
  # Less than KEEP_ALIVE_SECONDS (72), so that it is Varnish who closes: varnishd -p backend_idle_timeout=60.
  .connect_timeout = 2s;
  # As long as REQUEST_TIMEOUT_SECONDS, for what takes long in the admin panel.
  .first_byte_timeout = 300s;
}

sub vcl_recv {
  if (local.socket == "purges") {
    if (req.method != "PURGE" || !req.http.xkey-purge) {
      return (synth(400, "PURGE with xkey-purge"));
    }
    set req.http.x-forgotten = xkey.purge(req.http.xkey-purge);
    return (synth(200, "Forgotten: " + req.http.x-forgotten));
  }
  if (req.method == "PURGE") {
    return (synth(405, "Not here"));
  }

  # May be an API key, and the server would take it for the id of a request.
  unset req.http.X-Request-Id;

  # The four routes, but for previews. All else goes on as it is.
  if ((req.method == "GET" || req.method == "HEAD")
    && req.url ~ "^/{1,2}api/(blog|internal-links|pseo-pages|taxonomies|website)/?(\?|$)"
    && req.url ~ "[?&]apiKey="
    && req.url !~ "[?&]preview(=|\[|%5[Bb])") {
    # They speak for a website by the key in the address: nothing else says who asks. With one in a header they go on as they are.
    unset req.http.Cookie;
    unset req.http.Authorization;
    return (hash);
  }
  return (pass);
}

sub vcl_hash {
  # The whole address, the API key included, as the reader has written it. The host that was asked is no part of an answer.
  hash_data(req.url);
  return (lookup);
}

sub vcl_backend_response {
  # What is over is asked for again, never shown meanwhile; with its ETag it costs a 304.
  set beresp.grace = 0s;
  set beresp.keep = 1h;
  if (!bereq.uncacheable && beresp.http.Cache-Control !~ "s-maxage=") {
    # Not for long: a website may get a purge target at any moment.
    set beresp.uncacheable = true;
    set beresp.ttl = 5s;
    return (deliver);
  }
}

sub vcl_deliver {
  unset resp.http.xkey;
  if (obj.hits > 0) {
    # That of the request by which it was kept.
    unset resp.http.X-Request-Id;
  }
  # It is meant for this cache, which is told what is old; one behind it is not.
  set resp.http.Cache-Control = regsub(resp.http.Cache-Control, ",?\s*s-maxage=\d+", "");
}
