"""Keep a request on one thread, although the server is asynchronous."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse


class OneThreadMiddleware:
    """Does nothing, synchronously, as the innermost middleware.

    Under ASGI Django runs middleware that can do both as coroutines, and each of those in our
    list then hops to a thread and back for its sync half: some twenty hops a page, a fifth
    of its time. Around a middleware which is sync only, Django runs all of them sync, in one hop.
    """

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self._get_response(request)
