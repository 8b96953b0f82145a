"""Protos made for a test."""

import pytest
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from grpc_tools import protoc


@pytest.fixture(scope="session")
def messages_of(tmp_path_factory):
    """What turns the text of a proto into its messages, by full name."""

    def compiled(proto):
        folder = tmp_path_factory.mktemp("proto")
        (folder / "any.proto").write_text(proto)
        binary = folder / "any.binpb"
        assert protoc.main(["protoc", f"-I{folder}", f"--descriptor_set_out={binary}", "any.proto"]) == 0
        files = descriptor_pb2.FileDescriptorSet.FromString(binary.read_bytes())
        return message_factory.GetMessages(files.file, descriptor_pool.DescriptorPool())

    return compiled
